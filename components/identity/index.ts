export { May, sayWhoMay } from './may.tsx';
export { AskName, PersonField } from './person-field.tsx';
export { SignInOver } from './sign-in-over.tsx';
export { useAuthor, useMay, usePerson, useWho } from './use-who.ts';
