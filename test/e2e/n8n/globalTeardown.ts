import { throwAway } from './globalSetup';

export default throwAway;
