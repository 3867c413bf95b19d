import { throwAway } from './buildOnce';

export default throwAway;
