import { app } from './en/app.ts';
import { common } from './en/common.ts';
import { errors } from './en/errors.ts';
import { keys } from './en/keys.ts';
import { nav } from './en/nav.ts';
import { palette } from './en/palette.ts';
import { steps } from './en/steps.ts';
import { theme } from './en/theme.ts';
import { ui } from './en/ui.ts';

/** Words of the frame, in English: every page has them. */
export const core = { app, common, errors, keys, nav, palette, steps, theme, ui };
