/** A hook of pnpm that installs the version of n8n in PLAYGROUND_N8N. */
const readPackage = (manifest) => {
	const other = process.env.PLAYGROUND_N8N;
	if (other && manifest.name === 'messaging-service-playground')
		manifest.dependencies.n8n = other;
	return manifest;
};

module.exports = { hooks: { readPackage } };
