const { rm } = require('node:fs/promises');
const { dest, src, watch } = require('gulp');

/** `npm run dev` sets it to the place that n8n loads the package from. */
const DIST = process.env.DIST ?? 'dist';

/** Removes the last build, so that nothing stale is packed. */
const clean = async () => await rm('dist', { recursive: true, force: true });

const FILES = ['nodes', 'credentials'].flatMap((folder) =>
	['*.svg', '*.node.json', '{__schema__,languages}/**/*.json'].map(
		(pattern) => `${folder}/**/${pattern}`,
	),
);

/** `encoding: false` keeps files byte for byte. */
const copy = () => src(FILES, { base: '.', encoding: false }).pipe(dest(DIST));

exports.clean = clean;
exports.copy = copy;
exports.watch = () => watch(FILES, { ignoreInitial: false }, copy);
