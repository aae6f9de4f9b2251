import type { ReactNode } from 'react';
import { ROLES, type Role } from '../../../lib/contracts/people.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { t } from './messages.ts';

interface RoleBoxesProps {
  readonly label: string;
  readonly roles: readonly Role[];
  readonly onChange: (roles: readonly Role[]) => void;
  readonly disabled?: boolean;
}

export function RoleBoxes({ label, roles, onChange, disabled = false }: RoleBoxesProps): ReactNode {
  return (
    <fieldset className="flex flex-wrap gap-x-3" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          label={t(`identity.role.${role}`)}
          checked={roles.includes(role)}
          disabled={disabled}
          onChange={(checked) =>
            onChange(checked ? [...roles, role] : roles.filter((other) => other !== role))
          }
        />
      ))}
    </fieldset>
  );
}
