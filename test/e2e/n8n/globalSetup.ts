import { killAll } from '../../../playground/processes';
import prepare from './prepared';
import { startShared } from './shared';

/** The part of Jest's type that is used here. */
interface GlobalConfig {
	maxWorkers: number;
	/** The files that were asked for; none are all. */
	nonFlagArgs: string[];
}

export default async function setUp({ maxWorkers, nonFlagArgs }: GlobalConfig): Promise<void> {
	process.once('exit', killAll);
	await prepare();
	await startShared(Math.min(maxWorkers, nonFlagArgs.length || Infinity));
}
