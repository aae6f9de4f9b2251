export { createGrading, type VerifierGrading } from './create-grading.ts';
