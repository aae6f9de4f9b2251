import type { KeyAction } from '../../../lib/client/keys/index.ts';
import { type PaletteItem, usePaletteItems } from '../../palette/index.ts';
import type { ItemSession } from './item-session.ts';
import type { LabelActs } from './label-acts.ts';
import { t } from './messages.ts';
import { commentOnStep, sendStepToFix } from './step-dialogs.ts';

interface LabelPalette {
  readonly item: ItemSession;
  readonly acts: LabelActs;
  readonly undo: () => void;
}

/** What has no button of its own in each layout is found by its name. */
export function useLabelPalette({ item, acts, undo }: LabelPalette): void {
  usePaletteItems(() => {
    const offer = (action: KeyAction, text: string, run: () => void): PaletteItem => ({
      id: action,
      group: 'actions',
      action,
      text,
      run,
    });
    const marks =
      item.assignment.otherRun !== null || item.assignment.schema.doc.steps === 'off'
        ? []
        : [
            offer('label.restMinus', t('keys.restMinus'), () => acts.markRest(-1)),
            offer('label.restZero', t('keys.restZero'), () => acts.markRest(0)),
            offer('label.restPlus', t('keys.restPlus'), () => acts.markRest(1)),
            offer('label.unmark', t('keys.unmark'), () => acts.unmarkHere()),
          ];
    return [
      ...marks,
      offer('label.comment', t('keys.comment'), () => commentOnStep(item)),
      offer('label.fix', t('keys.sendToFix'), () => sendStepToFix(item)),
      offer('label.undo', t('keys.undo'), undo),
      offer('label.redo', t('keys.redo'), () => acts.redo()),
    ];
  });
}
