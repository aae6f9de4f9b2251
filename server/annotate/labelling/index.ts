export { createLabelling } from './labelling.ts';
export { meansOf } from './means.ts';
export { onboardingState } from './onboarding.ts';
export type { Labelling, ProjectReader } from './types.ts';
