import type { UploadedFile } from '../wire/values';

/** Maximum number of images in memory. */
const KEPT = 50;

export class Files {
	private readonly files = new Map<number, UploadedFile>();
	private lastId = 0;

	keep(upload: UploadedFile): string {
		const id = ++this.lastId;
		this.files.set(id, upload);
		this.files.delete(id - KEPT);
		return `/_sandbox/files/${id}`;
	}

	get(id: number): UploadedFile | undefined {
		return this.files.get(id);
	}
}
