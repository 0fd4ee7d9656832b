"""Documents and spreadsheets with given texts, small and made by hand."""

import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def write_xlsx(path: Path, *tables: list[list[str | float]]) -> None:
    """Write a spreadsheet with a table a sheet."""
    numbers = range(1, len(tables) + 1)
    sheets = "".join(f'<sheet name="T{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    related = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    with zipfile.ZipFile(path, "w") as file:
        file.writestr(
            "[Content_Types].xml",
            f'{_XML}<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/></Types>',
        )
        file.writestr(
            "_rels/.rels",
            f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        )
        file.writestr(
            "xl/workbook.xml",
            f'{_XML}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets>'
            "</workbook>",
        )
        file.writestr(
            "xl/_rels/workbook.xml.rels",
            f'{_XML}<Relationships xmlns="{_PACKAGE}/relationships">{related}</Relationships>',
        )
        for number, table in enumerate(tables, 1):
            rows = "".join(
                f'<row r="{at}">{"".join(_cell(one, at, to) for to, one in enumerate(row))}</row>'
                for at, row in enumerate(table, 1)
            )
            file.writestr(
                f"xl/worksheets/sheet{number}.xml",
                f'{_XML}<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>',
            )


def _cell(value: str | float, row: int, column: int) -> str:
    at = f"{chr(65 + column)}{row}"
    if isinstance(value, str):
        return f'<c r="{at}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    return f'<c r="{at}"><v>{value}</v></c>'


def write_docx(path: Path, paragraphs: list[str], table: list[list[str]] | None = None) -> None:
    """Write a Word document."""
    import docx

    made = docx.Document()
    for text in paragraphs:
        made.add_paragraph(text)
    drawn = made.add_table(rows=0, cols=len(table[0])) if table else None
    for row in table or []:
        for cell, text in zip(drawn.add_row().cells, row, strict=True):
            cell.text = text
    made.save(str(path))


def write_pdf(path: Path, *pages: list[str]) -> None:
    """Write a PDF document with lines of text on its pages; a page without any is a scan."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for at, lines in enumerate(pages):
        drawn = "".join(f"({line}) Tj 0 -16 Td " for line in lines)
        stream = f"BT /F1 12 Tf 72 720 Td {drawn}ET" if lines else "0 0 100 100 re f"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * at} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    text, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj\n{one}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    text += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    text += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n"
    path.write_bytes((text + f"{text.index('xref')}\n%%EOF\n").encode("latin-1"))
