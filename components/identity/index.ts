export { InviteScreen } from './invite-screen.tsx';
export { AskName, PersonField } from './person-field.tsx';
export { SignInScreen } from './sign-in-screen.tsx';
export { useMay, usePerson, useWho } from './use-who.ts';
