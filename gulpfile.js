const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

/** Removes the last build, so that nothing stale is packed. */
const clean = async () => await rm('dist', { recursive: true, force: true });

/** `encoding: false` keeps files byte for byte. */
const copyFrom = (folder, ...patterns) => {
	const copy = () =>
		src(
			patterns.map((pattern) => `${folder}/**/${pattern}`),
			{ encoding: false },
		).pipe(dest(`dist/${folder}`));
	copy.displayName = `copy:${folder}`;
	return copy;
};

exports.clean = clean;
exports.copy = parallel(
	copyFrom('nodes', '*.svg', '*.node.json', '__schema__/**/*.json'),
	copyFrom('credentials', '*.svg'),
);
