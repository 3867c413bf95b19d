import { infoByLeftOutReason } from '../../nodes/shared/out/reasons';
import type { LeftOutReason } from '../../nodes/shared/run/entry';

const facts = { repeats_item: 7, send_after: '2026-03-02T09:00:00+02:00' };

test.each<[LeftOutReason, one: string | undefined, several: string | undefined, toModel: RegExp]>([
	['not in Only Send To', undefined, undefined, /not in Only Send To.*Only a person can change/],
	['already sent', undefined, undefined, /with this key was sent before/],
	[
		'repeated in this run',
		'1 item repeats ',
		'2 items repeat ',
		/item 7 of this run is the same/,
	],
	['dry run', '1 message was checked', '2 messages were checked', /Dry Run is on/],
	[
		'outside sending hours',
		'1 message was not sent',
		'2 messages were not sent',
		/outside the hours of Send Between.*at or after 2026-03-02T09:00:00\+02:00/,
	],
])('an item that is left out (%s) is explained to people and to a model', (name, ...expected) => {
	const [one, several, toModel] = expected;
	const { makeHint, makeModelMessage } = infoByLeftOutReason[name];
	expect([makeHint?.(1).includes(one ?? ''), makeHint?.(2).includes(several ?? '')]).toEqual(
		one ? [true, true] : [undefined, undefined],
	);
	expect(makeModelMessage(facts)).toMatch(toModel);
});

test('of several reasons for one item, a dry run is named last', () => {
	const ranks = Object.entries(infoByLeftOutReason).map(([name, { outputRank }]) => [
		name,
		outputRank,
	]);
	expect(Object.fromEntries(ranks)).toEqual({
		'already sent': 1,
		'repeated in this run': 1,
		'outside sending hours': 1,
		'not in Only Send To': 2,
		'dry run': 3,
	});
	const notSent = Object.entries(infoByLeftOutReason).filter(
		([, { isReportedNotSent }]) => isReportedNotSent,
	);
	expect(notSent.map(([name]) => name)).toEqual(['outside sending hours']);
});
