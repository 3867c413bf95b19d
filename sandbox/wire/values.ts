import type { Branch } from './brackets';

export interface UploadedFile {
	name: string;
	filename: string;
	contentType: string;
	size: number;
	sha256: string;
	bytes: Buffer;
}

/** The validated parameters of a request, from the query, the form or the JSON body. */
export class Values {
	readonly plain = new Map<string, string>();
	readonly trees = new Map<string, Branch>();
	readonly files = new Map<string, UploadedFile>();
	readonly json = new Map<string, unknown>();

	has(name: string): boolean {
		return (
			this.plain.has(name) ||
			this.trees.has(name) ||
			this.files.has(name) ||
			this.json.has(name)
		);
	}

	optional(name: string): string | undefined {
		return this.plain.get(name);
	}

	text(name: string): string {
		return this.plain.get(name) ?? '';
	}

	number(name: string): number {
		return Number(this.text(name));
	}

	optionalNumber(name: string): number | undefined {
		const value = this.plain.get(name);
		return value === undefined ? undefined : Number(value);
	}

	tree(name: string): Branch {
		return this.trees.get(name) ?? new Map();
	}
}
