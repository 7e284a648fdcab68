import Type from 'typebox';
import { type Bilingual, both } from './bilingual.ts';
import { PREFIX } from './ids.ts';
import { Cents, Count, Exact, Id, Text, Timestamp } from './scalars.ts';

/** A field of an object on the wire: what it may hold, what it means, and an example. */
export interface Field<S extends Type.TSchema = Type.TSchema> {
  readonly schema: S;
  readonly description: Bilingual;
  readonly example: Type.Static<S>;
}

type Fields = Readonly<Record<string, Field>>;
type Described = { $: Bilingual } & Readonly<Record<string, Field | Bilingual>>;
type SchemasOf<D extends Described> = {
  [K in Exclude<keyof D, '$'>]: D[K] extends Field<infer S> ? S : never;
};

/** An object that the OpenAPI document names; elsewhere in the document, its name stands for it. */
export interface Component {
  readonly name: string;
  readonly schema: Type.TObject;
  readonly description: Bilingual;
  readonly fields: Fields;
}

/** Texts stay out of the schemas: validators are compiled from these, and what they refuse is said from them. */
const COMPONENTS = new WeakMap<object, Component>();

export const componentOf = (schema: object): Component | undefined => COMPONENTS.get(schema);

/** The schema of exactly these fields. `$` describes the object as a whole. */
export const Component = <const D extends Described>(
  name: string,
  { $: description, ...rest }: D,
  options: Type.TObjectOptions = {},
) => {
  const fields = rest as unknown as Fields;
  const schemas = Object.entries(fields).map(([key, each]) => [key, each.schema]);
  const schema = Exact(Object.fromEntries(schemas) as SchemasOf<D>, options);
  COMPONENTS.set(schema, { name, schema, description, fields });
  return schema;
};

/** The example of such a schema follows from the examples of its fields. */
type Derived = Type.TObject | Type.TArray<Type.TObject> | Type.TUnion<[Type.TObject, Type.TNull]>;
type Example<S extends Type.TSchema> = S extends Derived
  ? [example?: Type.Static<S>]
  : [example: Type.Static<S>];

export const field = <S extends Type.TSchema>(
  schema: S,
  es: string,
  en: string,
  ...[example]: Example<S>
): Field<S> => ({
  schema,
  description: both(es, en),
  example: example === undefined ? exampleOf(schema) : (example as Type.Static<S>),
});

export const exampleOf = <S extends Type.TSchema>(schema: S): Type.Static<S> =>
  deriveExample(schema) as Type.Static<S>;

const deriveExample = (schema: Type.TSchema): unknown => {
  if (Type.IsArray(schema)) return [deriveExample(schema.items)];
  if (Type.IsUnion(schema)) return deriveExample(schema.anyOf[0] ?? schema);
  const component = COMPONENTS.get(schema);
  if (component === undefined) throw new Error('only a component has an example of its own');
  const fields = Object.entries(component.fields);
  return Object.fromEntries(fields.map(([name, { example }]) => [name, example]));
};

export const text = (es: string, en: string, example: string) => field(Text(), es, en, example);
export const count = (es: string, en: string, example: number) => field(Count(), es, en, example);
/** A number without a ceiling, such as one over many orders. */
export const whole = (es: string, en: string, example: number) =>
  field(Type.Integer({ minimum: 0 }), es, en, example);
export const flag = (es: string, en: string, example: boolean) =>
  field(Type.Boolean(), es, en, example);
export const timestamp = (es: string, en: string, example: string) =>
  field(Timestamp(), es, en, example);

/** An amount in the `moneda` of its object. */
export const cents = (es: string, en: string, example: number) =>
  field(Cents(), `${es} En céntimos de \`moneda\`.`, `${en} In cents of \`moneda\`.`, example);

/** One of each kind, the same in every example. */
export const EXAMPLE_ID = {
  pedido: 'ped_01m7dtednjhcfgb5qpqadz4za0',
  producto: 'prod_01kjsesxm0mf8mk85k58f79tvk',
  categoria: 'cat_01kjsesxm0pq4rtekj101jc86v',
  tamano: 'tam_01kjsesxm0ed6jmqbwzxbw6qvh',
  grupo: 'grp_01kjsesxm02djm52ev63r4rw7k',
  opcion: 'opt_01kjsesxm0y6c2w9s47wc1th44',
  zona: 'zon_01kjsesxm0612a0n250xn36sz7',
  restaurante: 'rest_01kjsesxm07knn69w9h9s8e5d5',
  item: 'itm_01m7dtednj3f0nerwh91z8763m',
  itemOpcion: 'opc_01m7dtednj2wjez2sxgeg4qtvg',
  webhook: 'wh_01m7dtednjhcfgb5qpqadz4za1',
  evento: 'evt_0000002tgk9w3x5yp3xhfrv070',
  reenvio: 'rnv_01m7dv2k4p6r8t0w2y4a6c8e0g',
  cierre: 'cie_01m8k2v4x6z80a2c4e6g8j0m2p',
} as const;

/** Without words: the identifier of the object itself. */
export const id = (kind: keyof typeof EXAMPLE_ID, es = 'Identificador', en = 'Identifier') =>
  field(
    Id(kind),
    `${es}, con prefijo \`${PREFIX[kind]}\`.`,
    `${en}, with prefix \`${PREFIX[kind]}\`.`,
    EXAMPLE_ID[kind],
  );
