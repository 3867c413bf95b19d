import { reader } from '../../nodes/shared/run/checkRequest';

/** What n8n has stored of a step, and what its expressions come to. */
const stored = { plain: 'Hello', empty: '', sum: '={{ 1 + 1 }}', on: true, list: ['={{ 1 }}'] };
const evaluated = { ...stored, sum: 2, list: [1] };

/** Reads a parameter as the nodes do; `evaluations` are those that n8n was asked for. */
function read(name: keyof typeof stored | 'missing') {
	const evaluations: object[] = [];
	const getNodeParameter = (asked: keyof typeof stored, fallback: unknown, options: object) => {
		if ('rawExpressions' in options && options.rawExpressions) return stored[asked] ?? fallback;
		evaluations.push(options);
		return evaluated[asked] ?? fallback;
	};
	return { value: reader({ getNodeParameter } as never)(name), evaluations };
}

test.each(['plain', 'empty', 'on'] as const)('%s is taken as it stands', (name) => {
	expect(read(name)).toEqual({ value: stored[name], evaluations: [] });
});

test.each(['sum', 'list'] as const)('%s is evaluated once, without checks of its type', (name) => {
	const evaluations = [{ skipValidation: true }];
	expect(read(name)).toEqual({ value: evaluated[name], evaluations });
});

test('what is not there is empty', () => {
	expect(read('missing').value).toBe('');
});
