import type { ReactNode } from 'react';
import type { DatasetCounts } from '../../../lib/contracts/annotation/datasets.ts';
import { t } from './messages.ts';

interface SchemasProps {
  readonly formatVersion: number;
  readonly schemaHash: string;
  readonly schemas: DatasetCounts['schemas'];
}

/** Which columns the rows have, and which versions of the label schema they were labelled under. */
export function SchemasLine({ formatVersion, schemaHash, schemas }: SchemasProps): ReactNode {
  return (
    <>
      <li>
        {t('training.columnsLine', { version: formatVersion })} {schemaHash}
      </li>
      {schemas.map(({ version, hash, rows }) => (
        <li key={version}>
          {t('training.schemas')}, {t('training.schemaLine', { version, rows })} {hash}
        </li>
      ))}
    </>
  );
}
