/**
 * The registry's answers. All numbers and flags come as text. What does not have the known shape decides nothing: the import is then
 * asked about again.
 */

import { isObject } from '../../domain/fields.ts';
import type { FilingError } from '../../domain/filing.ts';
import type { ImportVerdict, ProductVersion } from '../../domain/product-registry.ts';

const ERRORS_MAX = 50;
const TEXT_MAX = 500;
const IMPORT_ID = /^[\w.:-]{1,100}$/;
const YES = /^(?:y|yes|true|1)$/i;
const NO = /^(?:n|no|false|0)$/i;

export function readImportId(answer: unknown): string | undefined {
  const id = isObject(answer) ? answer.importId : undefined;
  const text = typeof id === 'number' ? String(id) : id;
  return typeof text === 'string' && IMPORT_ID.test(text) ? text : undefined;
}

const PENDING: ImportVerdict = { state: 'pending', errors: [] };

/** What an import log says of one version. */
export function readVerdict(log: unknown, version: ProductVersion): ImportVerdict {
  if (!isObject(log) || String(log.percentComplete) !== '100' || !Array.isArray(log.productList)) return PENDING;
  const products = log.productList.filter(isObject);
  const found = products.find((product) => isOf(product, version)) ?? (products.length === 1 ? products[0] : undefined);
  const validations = found?.validations;
  if (!isObject(validations)) return PENDING;
  const errors = errorsOf(validations.errors);
  const imported = String(validations.importedInd);
  if (YES.test(imported)) return { state: 'accepted', errors };
  return NO.test(imported) ? { state: 'refused', errors } : PENDING;
}

const DEPTH_MAX = 6;

/** Whether an answer holds the certificate of a version, wherever it has it: an answer that merely succeeds says nothing. */
export function showsVersion(answer: unknown, version: ProductVersion, depth = 0): boolean {
  if (depth > DEPTH_MAX || typeof answer !== 'object' || answer === null) return false;
  if (isObject(answer) && isOf({ coreProduct: answer }, version)) return true;
  return Object.values(answer).some((value) => showsVersion(value, version, depth + 1));
}

/** A log that does not repeat the product has one entry for the one that we sent. */
function isOf({ coreProduct: core }: Record<string, unknown>, { productId, versionId }: ProductVersion): boolean {
  return isObject(core) && core.primaryProductId === productId && core.versionId === versionId;
}

function errorsOf(errors: unknown): FilingError[] {
  if (!Array.isArray(errors)) return [];
  return errors
    .filter(isObject)
    .slice(0, ERRORS_MAX)
    .map(({ errorCode, errorField, errorMessage }) => ({
      code: printable(errorCode),
      field: printable(errorField),
      message: printable(errorMessage),
    }));
}

/** A text from outside that is stored and shown: on one line, and of bounded length. */
function printable(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return text
    .toWellFormed()
    .slice(0, TEXT_MAX)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}
