import { ROLES } from '../../api/values.ts';
import type { Rol } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Select } from '../../parts/field.tsx';

/** Says below what a role may do. */
export const RolSelect = ({ value, onChange }: { value: Rol; onChange(rol: Rol): void }) => {
  const { t } = useWords();
  return (
    <Select
      label={t('people.role')}
      note={t(`role.${value}.note`)}
      value={value}
      options={ROLES.map((rol) => [rol, t(`role.${rol}`)] as const)}
      onChange={(event) => onChange(event.target.value as Rol)}
    />
  );
};
