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
  const whole = (name: 'overlap' | 'goldOneIn' | 'repeatOneIn' | 'seed', min: number, max: number) => (
    <NumberField
      label={t(`queueAdmin.settings.${name}`)}
      value={settings[name]}
      min={min}
      max={max}
      onChange={(value) => onChange({ [name]: Math.round(value) })}
    />
  );
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        {onboarding ? (
          <NumberField
            label={t('queueAdmin.settings.passMark')}
            value={Math.round(settings.passMark * 100)}
            min={0}
            max={100}
            onChange={(value) => onChange({ passMark: value / 100 })}
          />
        ) : (
          whole('overlap', 1, 20)
        )}
        <span className="flex min-w-0 flex-col gap-0.5">
          <span className="text-sm">{t('queueAdmin.settings.ordering')}</span>
          <Select
            label={t('queueAdmin.settings.ordering')}
            value={settings.ordering}
            options={ORDERINGS.map((value) => ({ value, label: t(`queueAdmin.orderings.${value}`) }))}
            onChange={(ordering) => onChange({ ordering })}
          />
        </span>
      </div>
      <Disclosure look="plain" summary={t('queueAdmin.settings.more')}>
        <div className="flex flex-col gap-2 pt-1.5">
          <div className="grid grid-cols-2 items-end gap-2">
            {onboarding ? null : whole('goldOneIn', 0, 1_000)}
            {onboarding ? null : whole('repeatOneIn', 0, 1_000)}
            <NumberField
              label={t('queueAdmin.settings.reservationMinutes')}
              value={settings.reservationMinutes}
              min={0.01}
              max={10_080}
              onChange={(reservationMinutes) => onChange({ reservationMinutes })}
            />
            <NumberField
              label={t('queueAdmin.settings.editMinutes')}
              value={settings.editMinutes}
              min={0}
              max={525_600}
              onChange={(editMinutes) => onChange({ editMinutes })}
            />
            {settings.ordering === 'random' || settings.ordering === 'stratified'
              ? whole('seed', -1_000_000, 1_000_000)
              : null}
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
