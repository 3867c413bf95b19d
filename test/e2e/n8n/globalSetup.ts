import { killAll } from '../../../playground/processes';
import prepare from './prepared';
import { startShared } from './shared';

/** The part of Jest's type that is used here. */
interface GlobalConfig {
	maxWorkers: number;
	/** The requested files; none means all. */
	nonFlagArgs: string[];
}

export default async function setUp({ maxWorkers, nonFlagArgs }: GlobalConfig): Promise<void> {
	process.once('exit', killAll);
	await prepare();
	await startShared(Math.min(maxWorkers, nonFlagArgs.length || Infinity));
}
