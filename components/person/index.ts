export { AskName, PersonField } from './person-field.tsx';
export { usePerson } from './use-person.ts';
