import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiTable, interfaceTable } from '../../test/contract/apiTable';

/** What the files of one operation are written with. */
export interface Names {
	/** As workflows store it: `messagingServiceSms`. */
	node: string;
	/** Folder and class: `MessagingServiceSms`. */
	folder: string;
	/** As users read it: `Messaging Service SMS`. */
	nodeLabel: string;
	resource: string;
	resourceLabel: string;
	operation: string;
	operationLabel: string;
	/** The constant in the operation's file: `archiveTemplate`, `getAccountBalance`. */
	constant: string;
	/** What it does: `Archive template`, `Get balance of account`. */
	sentence: string;
	/** The operation of the API, or a name that has to be replaced. */
	api: string;
}

export const USAGE =
	'npm run new:operation -- <node> <resource> <operation> [API operation], ' +
	'for example: npm run new:operation -- Templates template archive archiveTemplateMessage';

export const PREFIX = 'MessagingService';
const CAMEL_CASE = /^[a-z][a-z0-9]*([A-Z][a-z0-9]+)*$/;
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const spaced = (text: string) => capital(text.replace(/([A-Z])/g, ' $1'));

const plural = (word: string) => `${word.replace(/([^aeiou])y$/, '$1ie')}s`;

/** The names in code and in the editor: `get` and `getBalance` read in another order than `account`. */
function wordsOf(resource: string, operation: string): Pick<Names, 'constant' | 'sentence'> {
	const thing = spaced(resource).toLowerCase();
	if (operation === 'getAll') {
		const all = plural(resource);
		return { constant: `getAll${capital(all)}`, sentence: `Get many ${plural(thing)}` };
	}
	const verb = operation.replace(/[A-Z].*/, '');
	const rest = operation.slice(verb.length);
	const what = spaced(rest).trim().toLowerCase();
	const constant = `${verb}${capital(resource)}${rest}`;
	if (verb === 'get' && rest) {
		return { constant, sentence: `Get ${what} of ${thing}` };
	}
	const object = [...(what ? [what] : []), thing].join(' ');
	return { constant, sentence: `${capital(verb)} ${object}` };
}

/** As the node's description has it. */
function labelOf(file: string): string {
	const found = /displayName: '([^']*)'/.exec(readFileSync(file, 'utf8'));
	if (!found) throw new Error(`${file} has no displayName.`);
	return found[1];
}

/** @throws an error for users if one of them is missing, unknown, taken or in the wrong case */
export function readNames(root: string, args: string[]): Names {
	const [node = '', resource = '', operation = '', api, ...more] = args;
	if (operation === '' || more.length > 0) throw new Error(`Usage: ${USAGE}`);
	const known = readdirSync(join(root, 'nodes')).filter((name) =>
		existsSync(join(root, 'nodes', name, 'operations')),
	);
	const folder = known.find((name) => [name.slice(PREFIX.length), name].includes(node));
	if (!folder) {
		const names = known.map((name) => name.slice(PREFIX.length)).join(', ');
		throw new Error(`There is no node "${node}" with operations. Use one of: ${names}.`);
	}
	for (const value of [resource, operation]) {
		if (CAMEL_CASE.test(value)) continue;
		throw new Error(`"${value}" is not in camelCase. Write it like this: getStatus.`);
	}
	if (api !== undefined && !/^[A-Za-z]\w*$/.test(api)) {
		throw new Error(`"${api}" is not the name of an API operation. Use letters and digits.`);
	}
	const stored = `m${folder.slice(1)}`;
	if (interfaceTable.some(([n, r, o]) => n === stored && r === resource && o === operation)) {
		throw new Error(`${folder} has the operation ${resource}:${operation} already.`);
	}
	const name = api ?? `fillIn${capital(resource)}${capital(operation)}`;
	if (name in apiTable) {
		throw new Error(`"${name}" is in test/contract/apiTable.ts already. Copy its operation.`);
	}
	return {
		node: stored,
		folder,
		nodeLabel: labelOf(join(root, 'nodes', folder, `${folder}.node.ts`)),
		resource,
		resourceLabel: spaced(resource),
		operation,
		operationLabel: operation === 'getAll' ? 'Get Many' : spaced(operation),
		...wordsOf(resource, operation),
		api: name,
	};
}
