/** Schemas of single fields that several resources use. */
import { type TSchema, Type } from 'typebox';
import { FIRST_DATE } from '../../tariff/tariff.ts';

export const text = (description: string) => Type.String({ description });
export const day = (description: string) => Type.String({ format: 'date', description });
export const orNull = <S extends TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description });
/** A date parameter. */
export const dayFrom = (description: string) =>
  Type.String({
    format: 'date',
    description: `${description} YYYY-MM-DD, from ${FIRST_DATE}.`,
    examples: ['2026-06-08'],
  });
