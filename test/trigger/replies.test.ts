import type { IDataObject } from 'n8n-workflow';
import { freshReplies } from '../../nodes/MessagingServiceTrigger/changes/newReplies';

const at = (...ids: Array<string | number>): IDataObject[] => ids.map((id) => ({ id: String(id) }));
const from = (first: number, count: number) =>
	at(...Array.from({ length: count }, (_, index) => first + index));

/** Polls one after the other; what each gives out. */
function polls(...answers: IDataObject[][]): { given: unknown[][]; memory: string } {
	let memory: string | undefined;
	const given = answers.map((replies) => {
		const found = freshReplies(replies, memory);
		memory = found.memory;
		return found.fresh.map(({ id }) => id);
	});
	return { given, memory: memory ?? '' };
}

test('replies that are listed on and on come once', () => {
	expect(polls(at(5), at(5, 6), at(6, 5), at()).given).toEqual([['5'], ['6'], [], []]);
});

test('two of one second that become visible in the wrong order both come', () => {
	expect(polls(at(5), at(5, 7), at(5, 6, 7)).given).toEqual([['5'], ['7'], ['6']]);
});

test('doubled and disordered ones come once, in the order of their ids', () => {
	expect(polls(at(9, 10, 9, 100, 8), at(100, 9)).given).toEqual([['8', '9', '10', '100'], []]);
});

test('a list that lacks some for once changes nothing', () => {
	expect(polls(at(1, 2, 3), at(3), at(1, 2, 3, 4)).given).toEqual([['1', '2', '3'], [], ['4']]);
});

test('ids beyond what JavaScript counts exactly are told apart', () => {
	const [one, two] = ['90071992547409930001', '90071992547409930002'];
	expect(polls(at(one), at(one, two)).given).toEqual([[one], [two]]);
});

test('ids that are no numbers, or start with zeros, come once', () => {
	const answers = [at('a-1'), at('a-1', '007', '7'), at('7', '007', 'b|2"', 'a-1'), at('b|2"')];
	expect(polls(...answers).given).toEqual([['a-1'], ['7', '007'], ['b|2"'], []]);
});

test('the memory of one mailing stays small, however many replies are never read', () => {
	const memory = (count: number) => polls(from(7_001, count)).memory;
	expect(memory(100_000).length).toBeLessThan(memory(10).length + 10);
	const sparse = at(...Array.from({ length: 5_000 }, (_, index) => index * 37 + 1));
	const { memory: second, given } = polls(sparse, sparse, [...sparse, ...at(999_999)]);
	expect(given.slice(1)).toEqual([[], ['999999']]);
	expect(second.length).toBeLessThan(800);
});

describe('of ids that are no numbers', () => {
	const texts = (count: number) =>
		at(...Array.from({ length: count }, (_, index) => `a-${index}`));

	test('all that are listed are known', () => {
		expect(polls(texts(400), texts(400), texts(400)).given.slice(1)).toEqual([[], []]);
	});

	test('the last 256 that are not listed any more are known, and no others', () => {
		const { given } = polls(texts(400), at('b'), texts(400));
		expect(given[2]).toEqual(texts(144).map(({ id }) => id));
		expect(polls(texts(400), [], at('a-143', 'a-144')).given[2]).toEqual(['a-143']);
	});
});

test('what 256 others overtook counts as given out, and nothing else', () => {
	const tens = at(...Array.from({ length: 257 }, (_, index) => 1_000 + index * 10));
	const { given } = polls(tens, [...at(995, 1_005, 1_015), ...tens]);
	expect(given[1]).toEqual(['1005', '1015']);
});
