/** A hook of pnpm: PLAYGROUND_N8N names another n8n than that of `package.json`, such as the one before. */
const readPackage = (manifest) => {
	const other = process.env.PLAYGROUND_N8N;
	if (other && manifest.name === 'messaging-service-playground')
		manifest.dependencies.n8n = other;
	return manifest;
};

module.exports = { hooks: { readPackage } };
