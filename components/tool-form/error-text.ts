import { t } from '../../lib/client/messages/index.ts';
import type { FieldError } from '../../lib/schema-form/index.ts';

export function errorText({ code, values }: FieldError): string {
  return t(`form.error.${code}`, values);
}
