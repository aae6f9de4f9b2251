import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** The last bytes of a log that untrusted code wrote; '' where it is missing or no regular file. */
export async function logTail(path: string, bytes = 4096): Promise<string> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) return '';
    const length = Math.min(found.size, bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, found.size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  }
}
