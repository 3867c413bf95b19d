import type { IDataObject } from 'n8n-workflow';
import { describeProgress } from '../../nodes/shared/out/progress';
import type { Ledger } from '../../nodes/shared/run/entry';

const progressAfter = (records: IDataObject[]) =>
	describeProgress({
		entries: records.map((record, itemIndex) => ({
			itemIndex,
			state: { is: 'sent', records: [record] },
		})),
	} as unknown as Ledger);

test.each<[record: IDataObject, id: string]>([
	...['sms_id', 'message_id', 'email_id', 'uuid', 'list_id', 'id'].map(
		(name): [IDataObject, string] => [{ status: 'NEW', [name]: 5 }, ` (${name} 5)`],
	),
	[{ id: 1, message_id: 2 }, ' (message_id 2)'],
	[{ uuid: 'x'.repeat(101) }, ` (uuid ${'x'.repeat(100)})`],
	[{ status: 'NEW' }, ''],
])('an error names what was sent by its ID: %j', (record, id) => {
	expect(progressAfter([record])).toEqual([`Sent: item 0${id}.`]);
});

test('an error names the IDs of the first 100 requests', () => {
	const records = Array.from({ length: 102 }, (_, id) => ({ id }));
	expect(progressAfter(records)).toEqual([
		expect.stringMatching(/, item 99 \(id 99\), items 100-101\.$/),
	]);
});
