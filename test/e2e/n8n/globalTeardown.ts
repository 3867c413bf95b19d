import { stopAll } from '../../../playground/processes';
import { throwAway } from './prepared';

export default async function tearDown(): Promise<void> {
	await stopAll();
	throwAway();
}
