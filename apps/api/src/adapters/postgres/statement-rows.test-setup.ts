import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import type { DescribedColumn, FoundStatement } from './statements.test-setup.ts';

/** What a column is in JavaScript; JSON can be anything. */
type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'list' | 'anything';

/** The kinds of a statement's declared row, by column. */
export type DeclaredRow = ReadonlyMap<string, Kind>;

/** As the driver reads them, by PostgreSQL's number of the type. */
const KIND_BY_TYPE_ID: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'string',
  21: 'number',
  23: 'number',
  25: 'string',
  114: 'anything',
  700: 'number',
  701: 'number',
  1009: 'list',
  1184: 'Date',
  1185: 'list',
  1700: 'string',
  2950: 'string',
  3802: 'anything',
};

/** @returns what of a declared row the described columns do not have, or have otherwise */
export function misdeclared(
  row: DeclaredRow,
  columns: readonly DescribedColumn[],
): readonly string[] {
  const kindByName = new Map(columns.map(({ name, typeId }) => [name, KIND_BY_TYPE_ID[typeId]]));
  return [...row].flatMap(([name, declared]) => {
    if (!kindByName.has(name)) return [`returns no ${name}`];
    const kind = kindByName.get(name);
    const isSame = kind === declared || kind === 'anything';
    return isSame ? [] : [`declares ${name} as ${declared} but returns ${kind ?? 'a new type'}`];
  });
}

/** Reads the `Row` of each `Statement<Row>` as the compiler sees it, by path and name. */
export function readDeclaredRows(
  statements: readonly FoundStatement[],
): (statement: FoundStatement) => DeclaredRow {
  const fileOf = ({ path }: FoundStatement) => join(import.meta.dirname, path);
  const program = ts.createProgram([...new Set(statements.map(fileOf))], compilerOptions());
  const checker = program.getTypeChecker();
  return (statement) => {
    const source = program.getSourceFile(fileOf(statement));
    const module = source && checker.getSymbolAtLocation(source);
    const exported = module?.exports?.get(ts.escapeLeadingUnderscores(statement.name));
    const row = exported && rowOf(checker, checker.getTypeOfSymbol(exported));
    if (row === undefined) throw new Error(`${statement.name} in ${statement.path} has no row.`);
    const properties = checker.getPropertiesOfType(row);
    return new Map(
      properties.map((each) => [each.name, kindOf(checker, checker.getTypeOfSymbol(each))]),
    );
  };
}

function compilerOptions(): ts.CompilerOptions {
  const path = resolve(import.meta.dirname, '../../../../../tsconfig.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  return ts.parseJsonConfigFileContent(config, ts.sys, dirname(path)).options;
}

/** Of an interface with one parameter. */
function rowOf(checker: ts.TypeChecker, statement: ts.Type): ts.Type | undefined {
  const isReference = 'target' in statement;
  return isReference ? checker.getTypeArguments(statement as ts.TypeReference)[0] : undefined;
}

function kindOf(checker: ts.TypeChecker, declared: ts.Type): Kind {
  const type = checker.getNonNullableType(declared);
  if (checker.isTypeAssignableTo(type, checker.getStringType())) return 'string';
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return 'number';
  if (checker.isTypeAssignableTo(type, checker.getBooleanType())) return 'boolean';
  if (checker.isArrayType(type)) return 'list';
  const name = type.getSymbol()?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'anything';
}
