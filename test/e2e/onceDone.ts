import { throwAway } from './once';

export default throwAway;
