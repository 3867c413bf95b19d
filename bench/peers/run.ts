import { isInstalled } from '../../playground/install';
import { contenders } from './contenders';
import { faultNames, type Setting, settings } from './faults';
import { installPeers } from './install';
import { type Measured, Measurement } from './measure';
import { LATENCY_MS, MANY, ROUNDS, write } from './report';

const WARM_UP = 50;
const OTHERS = 1_000_000;

const tell = (measured: Measured) => {
	const { contender, fault = 'none', setting, twice, lost, none, doubted } = measured;
	const { name } = contenders[contender];
	const figures = `${twice} got two, ${lost} lost, ${none} got none, ${doubted} doubted`;
	const seconds = (measured.milliseconds / 1000).toFixed(1);
	console.log(`${name}, ${fault}, ${setting}: ${figures}, ${seconds} s`);
	return measured;
};

async function warmUp(contender: number): Promise<Measurement> {
	const measurement = await Measurement.open(contender);
	await measurement.run({ setting: 'stop', items: WARM_UP, from: OTHERS });
	return measurement;
}

async function withFaults(contender: number): Promise<Measured[]> {
	const measurement = await warmUp(contender);
	const all: Measured[] = [];
	for (const fault of faultNames) {
		for (const setting of Object.keys(settings) as Setting[]) {
			all.push(tell(await measurement.run({ setting, fault })));
		}
	}
	measurement.close();
	return all;
}

async function many(contender: number): Promise<Measured> {
	const measurement = await warmUp(contender);
	const measured = await measurement.run({ setting: 'stop', items: MANY }, LATENCY_MS);
	measurement.close();
	const { twice, lost, none } = measured;
	if (twice + lost + none > 0) throw new Error('not every recipient got one message');
	return tell(measured);
}

async function main(): Promise<void> {
	if (!isInstalled()) throw new Error('The playground is not installed: run `npm start` once.');
	installPeers();
	const places = [...contenders.keys()];
	// The runs mostly wait, so they run at the same time.
	const faulted = (await Promise.all(places.map(withFaults))).flat();
	const rounds: Measured[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		for (const index of places) rounds.push(await many(index));
	}
	write(faulted, rounds);
}

void main().then(
	() => process.exit(0),
	(error: Error) => {
		console.error(error.message);
		process.exit(1);
	},
);
