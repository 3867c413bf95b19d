import { readdirSync, readFileSync } from 'node:fs';
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
	/** The constant in the operation's file: `archiveTemplate`. */
	constant: string;
	/** The operation of the API, or a name that has to be replaced. */
	api: string;
}

export const USAGE =
	'npm run new:operation -- <node> <resource> <operation> [API operation], ' +
	'for example: npm run new:operation -- Templates template archive archiveTemplateMessage';

const PREFIX = 'MessagingService';
const CAMEL_CASE = /^[a-z][a-z0-9]*([A-Z][a-z0-9]+)*$/;
const capital = (text: string) => text[0].toUpperCase() + text.slice(1);
const spaced = (text: string) => capital(text.replace(/([A-Z])/g, ' $1'));

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
		interfaceTable.some((row) => row[0] === `m${name.slice(1)}`),
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
		constant: `${operation}${capital(resource)}`,
		api: name,
	};
}
