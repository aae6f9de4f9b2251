export { InviteScreen } from './invite-screen.tsx';
export { SignInScreen } from './sign-in-screen.tsx';
