import type { IDataObject } from 'n8n-workflow';
import { storedWait, storeWait } from '../../nodes/shared/wait/state';

const wait = (id: string, ...codes: string[]) => ({
	id,
	recipients: codes.map((codeHash) => ({ codeHash, address: '1' })),
	question: { type: 'freeText', maxLength: 9 } as const,
	texts: {},
	until: null,
});

test('a step that has not waited yet has no wait', () => {
	expect(storedWait({})).toBeUndefined();
});

test('the hashes of earlier waits are known as old, and those of this one are not', () => {
	const stored: IDataObject = {};
	const earlier = () => storedWait(stored)?.earlierHashes;
	storeWait(stored, wait('1', 'a', 'b'));
	expect(earlier()).toEqual([]);
	storeWait(stored, wait('2', 'c'));
	expect(earlier()).toEqual(['a', 'b']);
	storeWait(stored, wait('2', 'c'));
	expect(earlier()).toEqual(['a', 'b']);
	storeWait(stored, wait('3', 'd'));
	expect(earlier()).toEqual(['a', 'b', 'c']);
	expect(storedWait(stored)).toMatchObject(wait('3', 'd'));
});

test('the latest 500 earlier hashes are known', () => {
	const stored: IDataObject = {};
	for (let round = 0; round <= 501; round++) storeWait(stored, wait(`${round}`, `code ${round}`));
	const { earlierHashes = [] } = storedWait(stored) ?? {};
	expect(earlierHashes).toHaveLength(500);
	expect([earlierHashes[0], earlierHashes.at(-1)]).toEqual(['code 1', 'code 500']);
});
