const { Buffer } = require('node:buffer');
const { rm } = require('node:fs/promises');
const { Transform } = require('node:stream');
const { dest, parallel, src } = require('gulp');
const { format } = require('prettier');

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

/** Four spaces a level, as the compiler writes them, are a tenth of the package. */
const layout = { parser: 'babel', useTabs: true, printWidth: 160, arrowParens: 'avoid' };
const compact = () =>
	src('dist/**/*.js')
		.pipe(
			new Transform({
				objectMode: true,
				transform(file, _encoding, done) {
					format(file.contents.toString(), { ...layout, trailingComma: 'none' }).then(
						(text) => {
							file.contents = Buffer.from(text);
							done(null, file);
						},
						done,
					);
				},
			}),
		)
		.pipe(dest('dist'));

exports.clean = clean;
exports.compact = compact;
exports.copy = parallel(
	copyFrom('nodes', '*.svg', '*.node.json', '__schema__/**/*.json'),
	copyFrom('credentials', '*.svg'),
);
