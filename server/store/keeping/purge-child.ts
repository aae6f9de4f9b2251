/** Opens a store, which takes out what was deleted, and is killed while it does: `node purge-child.ts HOME`. */
import { createStore } from '../store.ts';

const [, , homeDir = ''] = process.argv;
await createStore({ homeDir });
process.stdout.write('open\n');
setInterval(() => undefined, 1_000);
