'use client';

import type { ReactNode } from 'react';
import { ROLE_PERMISSIONS, ROLES } from '../../lib/contracts/people.ts';
import { t } from './messages.ts';
import { type Needs, useMay } from './use-who.ts';

interface MayProps {
  readonly needs: Needs;
  /** Says in their place who may; else nothing stands there. */
  readonly say?: boolean;
  readonly children: ReactNode;
}

/** What only those see who may use it: the server would refuse the others. */
export function May({ needs, say = false, children }: MayProps): ReactNode {
  const may = useMay();
  if (may(needs)) return children;
  return say ? <p className="text-sm text-text-2">{sayWhoMay(needs)}</p> : null;
}

/** Which roles may do it, as a sentence. */
export function sayWhoMay(needs: Needs): string {
  const permission = needs === 'run' ? 'write' : needs;
  const roles = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(permission));
  return t('identity.onlyFor', { roles: roles.map((role) => t(`identity.role.${role}`)).join(', ') });
}
