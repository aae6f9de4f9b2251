'use client';

import type { ReactNode } from 'react';
import { ORDERINGS, type QueueSettings } from '../../../lib/contracts/annotation/queues.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Select } from '../../ui/select.tsx';
import { t } from './messages.ts';
import { NumberField } from './number-field.tsx';

interface SettingsFieldsProps {
  readonly settings: QueueSettings;
  readonly onboarding: boolean;
  readonly onChange: (to: Partial<QueueSettings>) => void;
}

/** How a queue is given out: what most set first, the rest folded. */
export function SettingsFields({ settings, onboarding, onChange }: SettingsFieldsProps): ReactNode {
  type Whole = 'overlap' | 'perPerson' | 'goldOneIn' | 'repeatOneIn' | 'seed';
  type Minutes = 'reservationMinutes' | 'editMinutes';
  const number = (name: Whole | Minutes, min: number, max: number, isWhole: boolean) => (
    <NumberField
      label={t(`queueAdmin.settings.${name}`)}
      hint={t(`queueAdmin.settings.${name}Hint`)}
      value={settings[name]}
      min={min}
      max={max}
      whole={isWhole}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const whole = (name: Whole, min: number, max: number) => number(name, min, max, true);
  const minutes = (name: Minutes, min: number, max: number) => number(name, min, max, false);
  return (
    <>
      <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
        {onboarding ? (
          <NumberField
            label={t('queueAdmin.settings.passMark')}
            hint={t('queueAdmin.settings.passMarkHint')}
            value={Math.round(settings.passMark * 100)}
            min={0}
            max={100}
            whole
            onChange={(value) => onChange({ passMark: value / 100 })}
          />
        ) : (
          whole('overlap', 1, 20)
        )}
        {onboarding ? null : whole('perPerson', 0, 100_000)}
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="text-sm">{t('queueAdmin.settings.ordering')}</span>
          <Select
            label={t('queueAdmin.settings.ordering')}
            value={settings.ordering}
            options={ORDERINGS.map((value) => ({ value, label: t(`queueAdmin.orderings.${value}`) }))}
            onChange={(ordering) => onChange({ ordering })}
          />
          <span className="text-text-2 text-xs">{t(`queueAdmin.orderingMeans.${settings.ordering}`)}</span>
        </span>
        {settings.ordering === 'random' || settings.ordering === 'stratified'
          ? whole('seed', -1_000_000, 1_000_000)
          : null}
      </div>
      <Disclosure look="plain" summary={t('queueAdmin.settings.more')}>
        <div className="flex flex-col gap-2 pt-1.5">
          <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
            {onboarding ? null : whole('goldOneIn', 0, 1_000)}
            {onboarding ? null : whole('repeatOneIn', 0, 1_000)}
            {minutes('reservationMinutes', 0.01, 10_080)}
            {minutes('editMinutes', 0, 525_600)}
          </div>
          <Checkbox
            checked={settings.mergeIdentical}
            onChange={(mergeIdentical) => onChange({ mergeIdentical })}
            label={t('queueAdmin.settings.mergeIdentical')}
          />
          <Checkbox
            checked={settings.inherit}
            onChange={(inherit) => onChange({ inherit })}
            label={t('queueAdmin.settings.inherit')}
          />
        </div>
      </Disclosure>
    </>
  );
}
