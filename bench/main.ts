/** `npm run bench -- <name>`: runs a benchmark, which writes its figures to docs/. */
const benches: Record<string, () => Promise<unknown>> = {
	engine: async () => await import('./engine/run'),
	n8n: async () => await import('./n8n/run'),
	trigger: async () => await import('./trigger'),
	load: async () => await import('./load/run'),
	queue: async () => await import('./queue'),
	once: async () => await import('./once'),
	phones: async () => await import('./phones'),
	peers: async () => await import('./peers/run'),
};

async function main(): Promise<void> {
	// Removes the name, so that the benchmark reads only its own arguments.
	const [name = 'engine'] = process.argv.splice(2, 1);
	if (!Object.hasOwn(benches, name)) {
		throw new Error(`There is no bench ${name}: ${Object.keys(benches).join(', ')}.`);
	}
	await benches[name]();
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
