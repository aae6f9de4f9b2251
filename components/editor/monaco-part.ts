import { createLazyPart } from '../ui/lazy-part.ts';

export const monacoPart = createLazyPart(async () => (await import('./monaco.ts')).monaco);
