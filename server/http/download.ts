import type { Readable } from 'node:stream';

/** A file as a route's answer. */
export class Download {
  readonly data: Readable | Buffer | string;
  readonly contentType: string;
  readonly fileName: string;

  constructor(file: Pick<Download, 'data' | 'contentType' | 'fileName'>) {
    this.data = file.data;
    this.contentType = file.contentType;
    this.fileName = file.fileName;
  }
}
