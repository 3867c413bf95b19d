import { killAll } from '../../../playground/processes';
import prepare from './prepared';
import { startShared } from './shared';

interface GlobalConfig {
	maxWorkers: number;
	/** Names of the requested test files; empty for all files. */
	nonFlagArgs: string[];
}

export default async function setUp({ maxWorkers, nonFlagArgs }: GlobalConfig): Promise<void> {
	process.once('exit', killAll);
	await prepare();
	await startShared(Math.min(maxWorkers, nonFlagArgs.length || Infinity));
}
