export { Accounts, errandCookie, errandOf } from './accounts.ts';
export { inviteLink, parseCommand, runCommand } from './commands.ts';
export { askControl, openControl } from './control.ts';
export { createLocalAccess, createOpenAccess, visitorsPermissions } from './local-access.ts';
export { People } from './people.ts';
export { signInEnd } from './sign-ins.ts';
export type { Access } from './types.ts';
