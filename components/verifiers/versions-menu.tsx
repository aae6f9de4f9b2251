import type { ReactNode } from 'react';
import { formatAbsolute } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { TaskVerifier, VerifierVersion } from '../../lib/contracts/workbench.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';

interface VersionsMenuProps {
  readonly verifier: TaskVerifier;
  /** Stands beside the draft. */
  readonly before: number;
  readonly onCompare: (version: number) => void;
  readonly onUse: (version: number) => void;
  readonly onOpen: (version: number) => void;
}

/** Which version stands beside the draft, which one verifies new sessions, which one is opened. Newest first. */
export function VersionsMenu({ verifier, before, onCompare, onUse, onOpen }: VersionsMenuProps): ReactNode {
  const newest = verifier.versions.toReversed();
  const entry = (version: VerifierVersion) => ({
    label: t('verifiers.version', { version: version.version }),
    detail: wordsOf(version),
  });
  const entries: MenuEntry[] = [
    { kind: 'heading', id: 'compare', label: t('verifiers.compareWith') },
    ...newest.map((version) => ({
      ...entry(version),
      id: `compare-${version.version}`,
      checked: version.version === before,
      onSelect: () => onCompare(version.version),
    })),
    { kind: 'heading', id: 'use', label: t('verifiers.verifyBy') },
    ...newest.map((version) => ({
      ...entry(version),
      id: `use-${version.version}`,
      checked: version.version === verifier.inUse,
      disabled: !verifier.canSave,
      onSelect: () => onUse(version.version),
    })),
    { kind: 'heading', id: 'open', label: t('verifiers.openInEditor') },
    ...newest.map((version) => ({
      ...entry(version),
      id: `open-${version.version}`,
      onSelect: () => onOpen(version.version),
    })),
  ];
  return (
    <Menu
      label={t('verifiers.versionsMenu')}
      entries={entries}
      align="end"
      trigger={(props) => (
        <Button {...props} size="sm">
          {t('verifiers.versionsMenu')}
          <Icon name="down" className="size-3" />
        </Button>
      )}
    />
  );
}

/** `the pack’s`, or when and by whom. */
export function wordsOf({ from, atMs, by, note }: VerifierVersion): string {
  if (from === 'pack' || atMs === null) return t('verifiers.packVersion');
  const words = t('verifiers.savedBy', { time: formatAbsolute(atMs), by: by ?? '' });
  return note === null ? words : `${words}: ${note}`;
}
