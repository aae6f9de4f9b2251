"""Stock keeping of a trading company with three warehouses. The signed-in user is always user 1."""

import os
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, FastAPI, HTTPException, Query
from pydantic import BaseModel, Field
from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    func,
    or_,
    select,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

engine = create_engine(os.getenv("DATABASE_PATH", "sqlite:///warehouse_inventory.db"))
open_session = sessionmaker(engine)
ME = 1


@event.listens_for(engine, "connect")
def enforce_foreign_keys(connection: Any, _record: Any) -> None:
    connection.execute("PRAGMA foreign_keys = ON")


class Storage(StrEnum):
    AMBIENT = "ambient"
    CHILLED = "chilled"
    HAZARD = "hazard"


class OrderStatus(StrEnum):
    DRAFT = "draft"
    SENT = "sent"
    PARTLY_RECEIVED = "partly_received"
    RECEIVED = "received"
    CANCELLED = "cancelled"


class TransferStatus(StrEnum):
    REQUESTED = "requested"
    COMPLETED = "completed"
    CANCELLED = "cancelled"


class CountStatus(StrEnum):
    OPEN = "open"
    CLOSED = "closed"


class ReservationStatus(StrEnum):
    ACTIVE = "active"
    RELEASED = "released"


class AdjustmentReason(StrEnum):
    DAMAGED = "damaged"
    EXPIRED = "expired"
    LOST = "lost"
    FOUND = "found"
    COUNT = "count"


class MovementKind(StrEnum):
    RECEIPT = "receipt"
    MOVE = "move"
    TRANSFER = "transfer"
    ADJUSTMENT = "adjustment"


def one_of(column: str, values: type[StrEnum]) -> CheckConstraint:
    return CheckConstraint(f"{column} IN ({', '.join(repr(str(value)) for value in values)})")


# ==== Tables ===============================================================================================


class Base(DeclarativeBase):
    type_annotation_map = {str: Text}


class User(Base):
    __tablename__ = "users"
    __table_args__ = (CheckConstraint("role IN ('picker', 'buyer', 'supervisor')"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    role: Mapped[str]


class Warehouse(Base):
    __tablename__ = "warehouses"

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    city: Mapped[str]


class Zone(Base):
    __tablename__ = "zones"
    __table_args__ = (one_of("kind", Storage),)

    warehouse_code: Mapped[str] = mapped_column(
        ForeignKey("warehouses.code", ondelete="CASCADE"), primary_key=True
    )
    code: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]


class Bin(Base):
    __tablename__ = "bins"
    __table_args__ = (
        ForeignKeyConstraint(["warehouse_code", "zone_code"], ["zones.warehouse_code", "zones.code"]),
        CheckConstraint("max_units > 0"),
        Index("idx_bins_zone", "warehouse_code", "zone_code"),
    )

    code: Mapped[str] = mapped_column(primary_key=True)
    warehouse_code: Mapped[str]
    zone_code: Mapped[str]
    max_units: Mapped[int]
    blocked_reason: Mapped[str | None]
    zone: Mapped[Zone] = relationship()
    contents: Mapped[list["Stock"]] = relationship(order_by="Stock.sku", viewonly=True)


class Category(Base):
    __tablename__ = "categories"

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    parent_code: Mapped[str | None] = mapped_column(ForeignKey("categories.code"))


class Product(Base):
    __tablename__ = "products"
    __table_args__ = (
        one_of("storage", Storage),
        CheckConstraint("reorder_point >= 0"),
        CheckConstraint("reorder_quantity > 0"),
    )

    sku: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    category_code: Mapped[str] = mapped_column(ForeignKey("categories.code"), index=True)
    barcode: Mapped[str] = mapped_column(unique=True)
    storage: Mapped[str] = mapped_column(default="ambient")
    reorder_point: Mapped[int]
    reorder_quantity: Mapped[int]
    is_discontinued: Mapped[bool] = mapped_column(default=False)


class Supplier(Base):
    __tablename__ = "suppliers"
    __table_args__ = (CheckConstraint("lead_time_days > 0"),)

    code: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    email: Mapped[str]
    lead_time_days: Mapped[int]
    is_active: Mapped[bool] = mapped_column(default=True)


class SupplierPrice(Base):
    __tablename__ = "supplier_prices"
    __table_args__ = (CheckConstraint("price_cents > 0"), CheckConstraint("minimum_quantity > 0"))

    supplier_code: Mapped[str] = mapped_column(
        ForeignKey("suppliers.code", ondelete="CASCADE"), primary_key=True
    )
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku", ondelete="CASCADE"), primary_key=True)
    price_cents: Mapped[int]
    minimum_quantity: Mapped[int] = mapped_column(default=1)


class Stock(Base):
    __tablename__ = "stock"
    __table_args__ = (CheckConstraint("quantity > 0"),)

    bin_code: Mapped[str] = mapped_column(ForeignKey("bins.code"), primary_key=True)
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"), primary_key=True, index=True)
    quantity: Mapped[int]


class PurchaseOrder(Base):
    __tablename__ = "purchase_orders"
    __table_args__ = (
        one_of("status", OrderStatus),
        Index("idx_purchase_orders_supplier", "supplier_code", "status"),
    )

    number: Mapped[str] = mapped_column(primary_key=True)
    supplier_code: Mapped[str] = mapped_column(ForeignKey("suppliers.code"))
    warehouse_code: Mapped[str] = mapped_column(ForeignKey("warehouses.code"))
    status: Mapped[str] = mapped_column(default="draft")
    expected_on: Mapped[date]
    created_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    supplier: Mapped[Supplier] = relationship()
    lines: Mapped[list["PurchaseOrderLine"]] = relationship(
        order_by="PurchaseOrderLine.line_no", cascade="all, delete-orphan"
    )


class PurchaseOrderLine(Base):
    __tablename__ = "purchase_order_lines"
    __table_args__ = (
        UniqueConstraint("order_number", "sku"),
        CheckConstraint("line_no > 0"),
        CheckConstraint("quantity > 0"),
        CheckConstraint("received >= 0 AND received <= quantity"),
    )

    order_number: Mapped[str] = mapped_column(
        ForeignKey("purchase_orders.number", ondelete="CASCADE"), primary_key=True
    )
    line_no: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"))
    quantity: Mapped[int]
    received: Mapped[int] = mapped_column(default=0)
    price_cents: Mapped[int]


class Transfer(Base):
    __tablename__ = "transfers"
    __table_args__ = (CheckConstraint("quantity > 0"), one_of("status", TransferStatus))

    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"))
    quantity: Mapped[int]
    from_bin: Mapped[str] = mapped_column(ForeignKey("bins.code"))
    to_warehouse: Mapped[str] = mapped_column(ForeignKey("warehouses.code"))
    to_bin: Mapped[str | None] = mapped_column(ForeignKey("bins.code"))
    status: Mapped[str] = mapped_column(default="requested")
    needed_by: Mapped[date]
    requested_by: Mapped[int] = mapped_column(ForeignKey("users.id"))


class StockCount(Base):
    __tablename__ = "stock_counts"
    __table_args__ = (
        ForeignKeyConstraint(["warehouse_code", "zone_code"], ["zones.warehouse_code", "zones.code"]),
        one_of("status", CountStatus),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    warehouse_code: Mapped[str]
    zone_code: Mapped[str]
    status: Mapped[str] = mapped_column(default="open")
    opened_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    lines: Mapped[list["StockCountLine"]] = relationship(cascade="all, delete-orphan")


class StockCountLine(Base):
    __tablename__ = "stock_count_lines"
    __table_args__ = (CheckConstraint("counted >= 0"),)

    count_id: Mapped[int] = mapped_column(ForeignKey("stock_counts.id", ondelete="CASCADE"), primary_key=True)
    bin_code: Mapped[str] = mapped_column(ForeignKey("bins.code"), primary_key=True)
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"), primary_key=True)
    expected: Mapped[int]
    counted: Mapped[int | None]


class Adjustment(Base):
    __tablename__ = "adjustments"
    __table_args__ = (CheckConstraint("delta <> 0"), one_of("reason", AdjustmentReason))

    id: Mapped[int] = mapped_column(primary_key=True)
    bin_code: Mapped[str] = mapped_column(ForeignKey("bins.code"))
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"))
    delta: Mapped[int]
    reason: Mapped[str]
    note: Mapped[str | None]
    made_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    made_at: Mapped[datetime] = mapped_column(index=True)


class Reservation(Base):
    __tablename__ = "reservations"
    __table_args__ = (
        UniqueConstraint("order_reference", "sku", "warehouse_code"),
        CheckConstraint("quantity > 0"),
        one_of("status", ReservationStatus),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    order_reference: Mapped[str]
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"))
    warehouse_code: Mapped[str] = mapped_column(ForeignKey("warehouses.code"))
    quantity: Mapped[int]
    status: Mapped[str] = mapped_column(default="active")


class Movement(Base):
    __tablename__ = "movements"
    __table_args__ = (
        one_of("kind", MovementKind),
        CheckConstraint("quantity > 0"),
        CheckConstraint("from_bin IS NOT NULL OR to_bin IS NOT NULL"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    sku: Mapped[str] = mapped_column(ForeignKey("products.sku"), index=True)
    quantity: Mapped[int]
    from_bin: Mapped[str | None] = mapped_column(ForeignKey("bins.code"))
    to_bin: Mapped[str | None] = mapped_column(ForeignKey("bins.code"))
    reference: Mapped[str | None]
    moved_by: Mapped[int] = mapped_column(ForeignKey("users.id"))
    moved_at: Mapped[datetime]


Base.metadata.create_all(engine)


# ==== Answers and bodies ===================================================================================


class Record(BaseModel, from_attributes=True):
    pass


class UserRecord(Record):
    id: int
    name: str
    role: str


class ZoneRecord(Record):
    code: str
    kind: Storage


class WarehouseRecord(Record):
    code: str
    name: str
    city: str
    zones: list[ZoneRecord]


class StockRecord(Record):
    bin_code: str
    sku: str
    quantity: int


class BinRecord(Record):
    code: str
    warehouse_code: str
    zone_code: str
    max_units: int
    used_units: int
    blocked_reason: str | None
    contents: list[StockRecord]


class CategoryRecord(Record):
    code: str
    name: str
    parent_code: str | None


class ProductRecord(Record):
    sku: str
    name: str
    category_code: str
    barcode: str
    storage: Storage
    reorder_point: int
    reorder_quantity: int
    is_discontinued: bool


class PriceRecord(Record):
    supplier_code: str
    sku: str
    price_cents: int = Field(description="Price of one unit in euro cents")
    minimum_quantity: int


class ProductDetail(ProductRecord):
    stock: list[StockRecord]
    prices: list[PriceRecord]


class LevelRecord(Record):
    sku: str
    name: str
    warehouse_code: str
    on_hand: int
    reserved: int
    available: int
    reorder_point: int
    needs_reorder: bool = Field(description="On hand is at or below the reorder point")


class SupplierRecord(Record):
    code: str
    name: str
    email: str
    lead_time_days: int
    is_active: bool


class SupplierDetail(SupplierRecord):
    prices: list[PriceRecord]


class OrderLineRecord(Record):
    line_no: int
    sku: str
    quantity: int
    received: int
    price_cents: int


class OrderRecord(Record):
    number: str
    supplier_code: str
    warehouse_code: str
    status: OrderStatus
    expected_on: date
    created_by: int
    total_cents: int
    lines: list[OrderLineRecord]


class TransferRecord(Record):
    id: int
    sku: str
    quantity: int
    from_bin: str
    to_warehouse: str
    to_bin: str | None
    status: TransferStatus
    needed_by: date
    requested_by: int


class CountLineRecord(Record):
    bin_code: str
    sku: str
    expected: int
    counted: int | None


class CountRecord(Record):
    id: int
    name: str
    warehouse_code: str
    zone_code: str
    status: CountStatus
    lines: list[CountLineRecord]


class AdjustmentRecord(Record):
    id: int
    bin_code: str
    sku: str
    delta: int
    reason: AdjustmentReason
    note: str | None
    made_by: int
    made_at: datetime


class ReservationRecord(Record):
    id: int
    order_reference: str
    sku: str
    warehouse_code: str
    quantity: int
    status: ReservationStatus


class MovementRecord(Record):
    id: int
    kind: MovementKind
    sku: str
    quantity: int
    from_bin: str | None
    to_bin: str | None
    reference: str | None
    moved_by: int
    moved_at: datetime


class BlockBin(BaseModel):
    reason: str = Field(min_length=1)


class NewProduct(BaseModel):
    sku: str = Field(pattern=r"^[A-Z0-9-]{3,20}$")
    name: str = Field(min_length=1)
    category_code: str
    barcode: str = Field(pattern=r"^\d{8,14}$")
    storage: Storage = Storage.AMBIENT
    reorder_point: int = Field(ge=0)
    reorder_quantity: int = Field(gt=0)


class ProductChanges(BaseModel):
    name: str | None = None
    category_code: str | None = None
    reorder_point: int | None = Field(None, ge=0)
    reorder_quantity: int | None = Field(None, gt=0)
    is_discontinued: bool | None = None


class NewMove(BaseModel):
    sku: str
    quantity: int = Field(gt=0)
    from_bin: str
    to_bin: str = Field(description="A bin of the same warehouse")


class NewAdjustment(BaseModel):
    bin_code: str
    sku: str
    delta: int = Field(description="Units found (positive) or written off (negative)")
    reason: AdjustmentReason
    note: str | None = None


class SupplierChanges(BaseModel):
    email: str | None = None
    lead_time_days: int | None = Field(None, gt=0)
    is_active: bool | None = None


class PriceEntry(BaseModel):
    price_cents: int = Field(gt=0, description="Price of one unit in euro cents")
    minimum_quantity: int = Field(1, gt=0)


class NewOrderLine(BaseModel):
    sku: str
    quantity: int = Field(gt=0)


class NewOrder(BaseModel):
    supplier_code: str
    warehouse_code: str
    lines: list[NewOrderLine] = Field(min_length=1)
    expected_on: date | None = Field(None, description="Without it: today and the supplier's lead time")


class ReceivedLine(BaseModel):
    line_no: int
    quantity: int = Field(gt=0)
    bin_code: str


class Receipt(BaseModel):
    lines: list[ReceivedLine] = Field(min_length=1)


class NewTransfer(BaseModel):
    sku: str
    quantity: int = Field(gt=0)
    from_bin: str
    to_warehouse: str
    needed_by: date


class TransferTarget(BaseModel):
    to_bin: str


class NewCount(BaseModel):
    name: str = Field(min_length=1)
    warehouse_code: str
    zone_code: str


class CountEntry(BaseModel):
    bin_code: str
    sku: str
    counted: int = Field(ge=0)


class NewReservation(BaseModel):
    order_reference: str = Field(pattern=r"^SO-\d{4,}$")
    sku: str
    warehouse_code: str
    quantity: int = Field(gt=0)


# ==== Rules ================================================================================================

Row = TypeVar("Row", bound=Base)


def find(db: Session, kind: type[Row], key: Any) -> Row:
    row = db.get(kind, key)
    if row is None:
        raise HTTPException(404, f"No {kind.__name__.lower()} {key!r} exists")
    return row


def reject(status: int, message: str) -> None:
    raise HTTPException(status, message)


def used_units(db: Session, code: str) -> int:
    return db.scalar(select(func.coalesce(func.sum(Stock.quantity), 0)).where(Stock.bin_code == code)) or 0


def put(db: Session, code: str, sku: str, quantity: int) -> None:
    """Adds units to a bin that must be free, fitting and large enough."""
    target, product = find(db, Bin, code), find(db, Product, sku)
    if target.blocked_reason is not None:
        reject(409, f"Bin {code} is blocked: {target.blocked_reason}")
    if target.zone.kind != product.storage:
        reject(422, f"{sku} needs {product.storage} storage, bin {code} is {target.zone.kind}")
    if used_units(db, code) + quantity > target.max_units:
        reject(409, f"Bin {code} holds {target.max_units} units at most")
    stock = db.get(Stock, (code, sku))
    if stock is None:
        db.add(Stock(bin_code=code, sku=sku, quantity=quantity))
    else:
        stock.quantity += quantity
    db.flush()


def take(db: Session, code: str, sku: str, quantity: int) -> None:
    """Takes units out of a bin; a bin that has no more of a product loses its row."""
    find(db, Bin, code)
    stock = db.get(Stock, (code, sku))
    if stock is None or stock.quantity < quantity:
        raise HTTPException(409, f"Bin {code} has {stock.quantity if stock else 0} units of {sku}")
    if stock.quantity == quantity:
        db.delete(stock)
    else:
        stock.quantity -= quantity
    db.flush()


def note_movement(db: Session, kind: str, sku: str, quantity: int, **places: str | None) -> None:
    moved_at = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    db.add(Movement(kind=kind, sku=sku, quantity=quantity, moved_by=ME, moved_at=moved_at, **places))


def apply_adjustment(db: Session, body: NewAdjustment) -> Adjustment:
    find(db, Product, body.sku)
    if body.delta > 0:
        put(db, body.bin_code, body.sku, body.delta)
        note_movement(db, "adjustment", body.sku, body.delta, to_bin=body.bin_code, reference=body.reason)
    else:
        take(db, body.bin_code, body.sku, -body.delta)
        note_movement(db, "adjustment", body.sku, -body.delta, from_bin=body.bin_code, reference=body.reason)
    made_at = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    adjustment = Adjustment(**body.model_dump(mode="json"), made_by=ME, made_at=made_at)
    db.add(adjustment)
    db.flush()
    return adjustment


def stock_levels(db: Session) -> list[LevelRecord]:
    """On hand, reserved and available of every product in every warehouse that has or reserves some."""
    on_hand = {
        (sku, warehouse): quantity
        for sku, warehouse, quantity in db.execute(
            select(Stock.sku, Bin.warehouse_code, func.sum(Stock.quantity))
            .join(Bin, Bin.code == Stock.bin_code)
            .group_by(Stock.sku, Bin.warehouse_code)
        )
    }
    reserved = {
        (sku, warehouse): quantity
        for sku, warehouse, quantity in db.execute(
            select(Reservation.sku, Reservation.warehouse_code, func.sum(Reservation.quantity))
            .where(Reservation.status == "active")
            .group_by(Reservation.sku, Reservation.warehouse_code)
        )
    }
    products = {product.sku: product for product in db.scalars(select(Product))}
    levels = []
    for sku, warehouse in sorted(on_hand.keys() | reserved.keys()):
        product, held = products[sku], on_hand.get((sku, warehouse), 0)
        levels.append(
            LevelRecord(
                sku=sku,
                name=product.name,
                warehouse_code=warehouse,
                on_hand=held,
                reserved=reserved.get((sku, warehouse), 0),
                available=held - reserved.get((sku, warehouse), 0),
                reorder_point=product.reorder_point,
                needs_reorder=held <= product.reorder_point and not product.is_discontinued,
            )
        )
    return levels


def bin_record(db: Session, place: Bin) -> BinRecord:
    db.refresh(place)
    return BinRecord(
        code=place.code,
        warehouse_code=place.warehouse_code,
        zone_code=place.zone_code,
        max_units=place.max_units,
        used_units=used_units(db, place.code),
        blocked_reason=place.blocked_reason,
        contents=[StockRecord.model_validate(stock) for stock in place.contents],
    )


def order_record(order: PurchaseOrder) -> OrderRecord:
    lines = [OrderLineRecord.model_validate(line) for line in order.lines]
    return OrderRecord(
        number=order.number,
        supplier_code=order.supplier_code,
        warehouse_code=order.warehouse_code,
        status=OrderStatus(order.status),
        expected_on=order.expected_on,
        created_by=order.created_by,
        total_cents=sum(line.quantity * line.price_cents for line in lines),
        lines=lines,
    )


def order_line(db: Session, order: PurchaseOrder, line_no: int, entry: NewOrderLine) -> PurchaseOrderLine:
    """A line at the supplier's present price, for a product that it sells in this quantity."""
    product = find(db, Product, entry.sku)
    price = db.get(SupplierPrice, (order.supplier_code, entry.sku))
    if price is None:
        raise HTTPException(422, f"{order.supplier_code} does not sell {entry.sku}")
    if product.is_discontinued:
        reject(409, f"{entry.sku} is discontinued")
    if entry.quantity < price.minimum_quantity:
        reject(422, f"{order.supplier_code} sells {price.minimum_quantity} of {entry.sku} at least")
    if any(line.sku == entry.sku for line in order.lines):
        reject(409, f"{order.number} has a line for {entry.sku} already")
    return PurchaseOrderLine(
        line_no=line_no, sku=entry.sku, quantity=entry.quantity, received=0, price_cents=price.price_cents
    )


def draft_order(db: Session, number: str) -> PurchaseOrder:
    order = find(db, PurchaseOrder, number)
    if order.status != "draft":
        reject(409, f"{number} is {order.status}, only a draft can be changed")
    return order


def open_transfer(db: Session, transfer_id: int) -> Transfer:
    transfer = find(db, Transfer, transfer_id)
    if transfer.status != "requested":
        reject(409, f"Transfer {transfer_id} is {transfer.status}")
    return transfer


def open_count(db: Session, count_id: int) -> StockCount:
    count = find(db, StockCount, count_id)
    if count.status != "open":
        reject(409, f"Count {count_id} is closed")
    return count


# ==== Places ===============================================================================================

places = APIRouter(prefix="/v1", tags=["places"])


@places.get("/me", operation_id="get_me", summary="Who am I", response_model=UserRecord)
def get_me() -> Any:
    """The signed-in user."""
    with open_session() as db:
        return UserRecord.model_validate(find(db, User, ME))


@places.get(
    "/warehouses", operation_id="list_warehouses", summary="Warehouses", response_model=list[WarehouseRecord]
)
def list_warehouses() -> Any:
    """All warehouses with their zones."""
    with open_session() as db:
        zones = db.scalars(select(Zone).order_by(Zone.code)).all()
        return [
            WarehouseRecord(
                code=house.code,
                name=house.name,
                city=house.city,
                zones=[ZoneRecord.model_validate(z) for z in zones if z.warehouse_code == house.code],
            )
            for house in db.scalars(select(Warehouse).order_by(Warehouse.code))
        ]


@places.get("/bins", operation_id="list_bins", summary="Bins", response_model=list[BinRecord])
def list_bins(
    warehouse_code: str | None = None,
    zone_code: str | None = None,
    sku: Annotated[str | None, Query(description="Only bins that hold this product")] = None,
    blocked: bool | None = None,
) -> Any:
    """Bins with their contents."""
    query = select(Bin).order_by(Bin.code)
    if warehouse_code:
        query = query.where(Bin.warehouse_code == warehouse_code)
    if zone_code:
        query = query.where(Bin.zone_code == zone_code)
    if sku:
        query = query.where(Bin.contents.any(Stock.sku == sku))
    if blocked is not None:
        query = query.where(Bin.blocked_reason.is_not(None) == blocked)
    with open_session() as db:
        return [bin_record(db, place) for place in db.scalars(query).all()]


@places.get("/bins/{bin_code}", operation_id="get_bin", summary="One bin", response_model=BinRecord)
def get_bin(bin_code: str) -> Any:
    """A bin with its contents."""
    with open_session() as db:
        return bin_record(db, find(db, Bin, bin_code))


@places.put(
    "/bins/{bin_code}/block", operation_id="block_bin", summary="Block a bin", response_model=BinRecord
)
def block_bin(bin_code: str, body: BlockBin) -> Any:
    """Keeps new stock out of a bin. What is in it stays and can be taken out."""
    with open_session.begin() as db:
        place = find(db, Bin, bin_code)
        place.blocked_reason = body.reason
        db.flush()
        return bin_record(db, place)


@places.delete(
    "/bins/{bin_code}/block", operation_id="unblock_bin", summary="Unblock a bin", response_model=BinRecord
)
def unblock_bin(bin_code: str) -> Any:
    """Lets stock into a bin again."""
    with open_session.begin() as db:
        place = find(db, Bin, bin_code)
        place.blocked_reason = None
        db.flush()
        return bin_record(db, place)


# ==== Products and stock ===================================================================================

goods = APIRouter(prefix="/v1", tags=["goods"])


@goods.get(
    "/categories", operation_id="list_categories", summary="Categories", response_model=list[CategoryRecord]
)
def list_categories() -> Any:
    """All product categories; a category can stand under another."""
    with open_session() as db:
        rows = db.scalars(select(Category).order_by(Category.code))
        return [CategoryRecord.model_validate(row) for row in rows]


@goods.get(
    "/products", operation_id="search_products", summary="Search products", response_model=list[ProductRecord]
)
def search_products(
    text: Annotated[str | None, Query(description="Part of the name, SKU or barcode")] = None,
    category_code: str | None = None,
    discontinued: bool | None = None,
) -> Any:
    """Products that fit all given filters."""
    query = select(Product).order_by(Product.sku)
    if text:
        fields = (Product.name, Product.sku, Product.barcode)
        query = query.where(or_(*(field.icontains(text) for field in fields)))
    if category_code:
        query = query.where(Product.category_code == category_code)
    if discontinued is not None:
        query = query.where(Product.is_discontinued == discontinued)
    with open_session() as db:
        return [ProductRecord.model_validate(row) for row in db.scalars(query)]


@goods.post(
    "/products",
    operation_id="create_product",
    summary="Add a product",
    response_model=ProductRecord,
    status_code=201,
)
def create_product(body: NewProduct) -> Any:
    """Adds a product. SKU, name and barcode must be new."""
    with open_session.begin() as db:
        find(db, Category, body.category_code)
        same = or_(Product.sku == body.sku, Product.name == body.name, Product.barcode == body.barcode)
        if db.scalar(select(Product).where(same)) is not None:
            reject(409, "SKU, name or barcode belongs to another product")
        product = Product(**body.model_dump(mode="json"))
        db.add(product)
        db.flush()
        return ProductRecord.model_validate(product)


@goods.get("/products/{sku}", operation_id="get_product", summary="One product", response_model=ProductDetail)
def get_product(sku: str) -> Any:
    """A product with its stock in every bin and the prices of all suppliers."""
    with open_session() as db:
        product = find(db, Product, sku)
        stock = db.scalars(select(Stock).where(Stock.sku == sku).order_by(Stock.bin_code))
        prices = db.scalars(select(SupplierPrice).where(SupplierPrice.sku == sku))
        return ProductDetail(
            **ProductRecord.model_validate(product).model_dump(),
            stock=[StockRecord.model_validate(row) for row in stock],
            prices=[PriceRecord.model_validate(row) for row in prices],
        )


@goods.patch(
    "/products/{sku}", operation_id="update_product", summary="Change a product", response_model=ProductRecord
)
def update_product(sku: str, body: ProductChanges) -> Any:
    """Changes only the fields that are given."""
    with open_session.begin() as db:
        product = find(db, Product, sku)
        if body.category_code is not None:
            find(db, Category, body.category_code)
        for field, value in body.model_dump(exclude_none=True).items():
            setattr(product, field, value)
        db.flush()
        return ProductRecord.model_validate(product)


@goods.get(
    "/stock-levels",
    operation_id="list_stock_levels",
    summary="Stock levels",
    response_model=list[LevelRecord],
)
def list_stock_levels(
    warehouse_code: str | None = None,
    sku: str | None = None,
    needs_reorder: Annotated[
        bool | None, Query(description="On hand is at or below the reorder point")
    ] = None,
) -> Any:
    """On hand, reserved and available units of each product in each warehouse that has or reserves some."""
    with open_session() as db:
        return [
            level
            for level in stock_levels(db)
            if warehouse_code in (None, level.warehouse_code)
            and sku in (None, level.sku)
            and needs_reorder in (None, level.needs_reorder)
        ]


@goods.post(
    "/moves",
    operation_id="move_stock",
    summary="Move stock between bins",
    response_model=list[StockRecord],
    status_code=201,
)
def move_stock(body: NewMove) -> Any:
    """Moves units to another bin of the same warehouse; answers where the product is now."""
    with open_session.begin() as db:
        source, target = find(db, Bin, body.from_bin), find(db, Bin, body.to_bin)
        if source.code == target.code:
            reject(422, "The bins are the same")
        if source.warehouse_code != target.warehouse_code:
            reject(422, "Another warehouse needs a transfer")
        take(db, source.code, body.sku, body.quantity)
        put(db, target.code, body.sku, body.quantity)
        note_movement(db, "move", body.sku, body.quantity, from_bin=source.code, to_bin=target.code)
        rows = db.scalars(select(Stock).where(Stock.sku == body.sku).order_by(Stock.bin_code))
        return [StockRecord.model_validate(row) for row in rows]


@goods.get(
    "/adjustments",
    operation_id="list_adjustments",
    summary="Adjustments",
    response_model=list[AdjustmentRecord],
)
def list_adjustments(
    reason: AdjustmentReason | None = None,
    sku: str | None = None,
    since: Annotated[date | None, Query(description="First day, YYYY-MM-DD")] = None,
    until: Annotated[date | None, Query(description="Last day, YYYY-MM-DD")] = None,
) -> Any:
    """Corrections of stock, oldest first."""
    query = select(Adjustment).order_by(Adjustment.made_at, Adjustment.id)
    if reason:
        query = query.where(Adjustment.reason == reason.value)
    if sku:
        query = query.where(Adjustment.sku == sku)
    if since:
        query = query.where(func.date(Adjustment.made_at) >= since.isoformat())
    if until:
        query = query.where(func.date(Adjustment.made_at) <= until.isoformat())
    with open_session() as db:
        return [AdjustmentRecord.model_validate(row) for row in db.scalars(query)]


@goods.post(
    "/adjustments",
    operation_id="adjust_stock",
    summary="Correct stock",
    response_model=AdjustmentRecord,
    status_code=201,
)
def adjust_stock(body: NewAdjustment) -> Any:
    """Writes units off or adds found ones, with a reason."""
    if body.delta == 0:
        reject(422, "A correction of 0 units changes nothing")
    with open_session.begin() as db:
        return AdjustmentRecord.model_validate(apply_adjustment(db, body))


@goods.get(
    "/movements", operation_id="list_movements", summary="Movements", response_model=list[MovementRecord]
)
def list_movements(
    sku: str | None = None, bin_code: str | None = None, kind: MovementKind | None = None
) -> Any:
    """What went in and out of bins, newest first, 50 at most."""
    query = select(Movement).order_by(Movement.moved_at.desc(), Movement.id.desc()).limit(50)
    if sku:
        query = query.where(Movement.sku == sku)
    if bin_code:
        query = query.where(or_(Movement.from_bin == bin_code, Movement.to_bin == bin_code))
    if kind:
        query = query.where(Movement.kind == kind.value)
    with open_session() as db:
        return [MovementRecord.model_validate(row) for row in db.scalars(query)]


# ==== Suppliers and purchase orders ========================================================================

buying = APIRouter(prefix="/v1", tags=["buying"])


@buying.get(
    "/suppliers", operation_id="list_suppliers", summary="Suppliers", response_model=list[SupplierRecord]
)
def list_suppliers(active: bool | None = None) -> Any:
    """All suppliers, or only those that are active or not."""
    query = select(Supplier).order_by(Supplier.code)
    if active is not None:
        query = query.where(Supplier.is_active == active)
    with open_session() as db:
        return [SupplierRecord.model_validate(row) for row in db.scalars(query)]


@buying.get(
    "/suppliers/{supplier_code}",
    operation_id="get_supplier",
    summary="One supplier",
    response_model=SupplierDetail,
)
def get_supplier(supplier_code: str) -> Any:
    """A supplier with its price list."""
    with open_session() as db:
        supplier = find(db, Supplier, supplier_code)
        prices = db.scalars(select(SupplierPrice).where(SupplierPrice.supplier_code == supplier_code))
        return SupplierDetail(
            **SupplierRecord.model_validate(supplier).model_dump(),
            prices=[PriceRecord.model_validate(row) for row in prices],
        )


@buying.patch(
    "/suppliers/{supplier_code}",
    operation_id="update_supplier",
    summary="Change a supplier",
    response_model=SupplierRecord,
)
def update_supplier(supplier_code: str, body: SupplierChanges) -> Any:
    """Changes only the fields that are given. An inactive supplier gets no new orders."""
    with open_session.begin() as db:
        supplier = find(db, Supplier, supplier_code)
        for field, value in body.model_dump(exclude_none=True).items():
            setattr(supplier, field, value)
        db.flush()
        return SupplierRecord.model_validate(supplier)


@buying.put(
    "/suppliers/{supplier_code}/prices/{sku}",
    operation_id="set_supplier_price",
    summary="Set a supplier's price",
    response_model=PriceRecord,
)
def set_supplier_price(supplier_code: str, sku: str, body: PriceEntry) -> Any:
    """Adds or replaces what a supplier asks for a product."""
    with open_session.begin() as db:
        find(db, Supplier, supplier_code)
        find(db, Product, sku)
        return PriceRecord.model_validate(
            db.merge(SupplierPrice(supplier_code=supplier_code, sku=sku, **body.model_dump()))
        )


@buying.get(
    "/purchase-orders",
    operation_id="list_purchase_orders",
    summary="Purchase orders",
    response_model=list[OrderRecord],
)
def list_purchase_orders(
    status: OrderStatus | None = None,
    supplier_code: str | None = None,
    warehouse_code: str | None = None,
    sku: Annotated[str | None, Query(description="Only orders with a line for this product")] = None,
) -> Any:
    """Purchase orders with their lines, by number."""
    query = select(PurchaseOrder).order_by(PurchaseOrder.number)
    if status:
        query = query.where(PurchaseOrder.status == status.value)
    if supplier_code:
        query = query.where(PurchaseOrder.supplier_code == supplier_code)
    if warehouse_code:
        query = query.where(PurchaseOrder.warehouse_code == warehouse_code)
    if sku:
        query = query.where(PurchaseOrder.lines.any(PurchaseOrderLine.sku == sku))
    with open_session() as db:
        return [order_record(order) for order in db.scalars(query)]


@buying.post(
    "/purchase-orders",
    operation_id="create_purchase_order",
    summary="Draft a purchase order",
    response_model=OrderRecord,
    status_code=201,
)
def create_purchase_order(body: NewOrder) -> Any:
    """Drafts an order at the supplier's present prices."""
    with open_session.begin() as db:
        supplier = find(db, Supplier, body.supplier_code)
        find(db, Warehouse, body.warehouse_code)
        if not supplier.is_active:
            reject(409, f"{supplier.name} is not active")
        last = db.scalar(select(func.max(PurchaseOrder.number))) or "PO-1000"
        order = PurchaseOrder(
            number=f"PO-{int(last.removeprefix('PO-')) + 1}",
            supplier_code=supplier.code,
            warehouse_code=body.warehouse_code,
            status="draft",
            expected_on=body.expected_on or date.today() + timedelta(days=supplier.lead_time_days),
            created_by=ME,
        )
        for line_no, entry in enumerate(body.lines, start=1):
            order.lines.append(order_line(db, order, line_no, entry))
        db.add(order)
        db.flush()
        return order_record(order)


@buying.get(
    "/purchase-orders/{number}",
    operation_id="get_purchase_order",
    summary="One purchase order",
    response_model=OrderRecord,
)
def get_purchase_order(number: str) -> Any:
    """A purchase order with its lines."""
    with open_session() as db:
        return order_record(find(db, PurchaseOrder, number))


@buying.post(
    "/purchase-orders/{number}/lines",
    operation_id="add_purchase_order_line",
    summary="Add a line to a draft",
    response_model=OrderRecord,
    status_code=201,
)
def add_purchase_order_line(number: str, body: NewOrderLine) -> Any:
    """Adds a product to a draft at the supplier's present price."""
    with open_session.begin() as db:
        order = draft_order(db, number)
        line_no = max((line.line_no for line in order.lines), default=0) + 1
        order.lines.append(order_line(db, order, line_no, body))
        db.flush()
        return order_record(order)


@buying.delete(
    "/purchase-orders/{number}/lines/{line_no}",
    operation_id="remove_purchase_order_line",
    summary="Remove a line of a draft",
    response_model=OrderRecord,
)
def remove_purchase_order_line(number: str, line_no: int) -> Any:
    """Takes a line out of a draft; the other lines keep their numbers."""
    with open_session.begin() as db:
        order = draft_order(db, number)
        order.lines.remove(find(db, PurchaseOrderLine, (number, line_no)))
        db.flush()
        return order_record(order)


@buying.post(
    "/purchase-orders/{number}/send",
    operation_id="send_purchase_order",
    summary="Send a draft to the supplier",
    response_model=OrderRecord,
)
def send_purchase_order(number: str) -> Any:
    """Sends a draft that has lines; it cannot be changed afterwards."""
    with open_session.begin() as db:
        order = draft_order(db, number)
        if not order.lines:
            reject(409, f"{number} has no lines")
        order.status = "sent"
        return order_record(order)


@buying.post(
    "/purchase-orders/{number}/receipts",
    operation_id="receive_purchase_order",
    summary="Receive a delivery",
    response_model=OrderRecord,
)
def receive_purchase_order(number: str, body: Receipt) -> Any:
    """Puts delivered units into bins of the order's warehouse; a line can come in several deliveries."""
    with open_session.begin() as db:
        order = find(db, PurchaseOrder, number)
        if order.status not in ("sent", "partly_received"):
            reject(409, f"{number} is {order.status}")
        for entry in body.lines:
            line = find(db, PurchaseOrderLine, (number, entry.line_no))
            if line.received + entry.quantity > line.quantity:
                reject(409, f"Line {line.line_no} waits for {line.quantity - line.received} units")
            if find(db, Bin, entry.bin_code).warehouse_code != order.warehouse_code:
                reject(422, f"Bin {entry.bin_code} is not in {order.warehouse_code}")
            put(db, entry.bin_code, line.sku, entry.quantity)
            line.received += entry.quantity
            note_movement(db, "receipt", line.sku, entry.quantity, to_bin=entry.bin_code, reference=number)
        complete = all(line.received == line.quantity for line in order.lines)
        order.status = "received" if complete else "partly_received"
        return order_record(order)


@buying.post(
    "/purchase-orders/{number}/cancel",
    operation_id="cancel_purchase_order",
    summary="Cancel a purchase order",
    response_model=OrderRecord,
)
def cancel_purchase_order(number: str) -> Any:
    """Cancels a draft or a sent order of which nothing has arrived."""
    with open_session.begin() as db:
        order = find(db, PurchaseOrder, number)
        if order.status not in ("draft", "sent"):
            reject(409, f"{number} is {order.status}")
        order.status = "cancelled"
        return order_record(order)


# ==== Transfers, counts and reservations ===================================================================

floor = APIRouter(prefix="/v1", tags=["floor"])


@floor.get(
    "/transfers", operation_id="list_transfers", summary="Transfers", response_model=list[TransferRecord]
)
def list_transfers(status: TransferStatus | None = None, to_warehouse: str | None = None) -> Any:
    """Transfers between warehouses, by the day that they are needed."""
    query = select(Transfer).order_by(Transfer.needed_by, Transfer.id)
    if status:
        query = query.where(Transfer.status == status.value)
    if to_warehouse:
        query = query.where(Transfer.to_warehouse == to_warehouse)
    with open_session() as db:
        return [TransferRecord.model_validate(row) for row in db.scalars(query)]


@floor.post(
    "/transfers",
    operation_id="request_transfer",
    summary="Request a transfer",
    response_model=TransferRecord,
    status_code=201,
)
def request_transfer(body: NewTransfer) -> Any:
    """Asks for units of another warehouse. Stock moves when the transfer is completed."""
    with open_session.begin() as db:
        find(db, Product, body.sku)
        find(db, Warehouse, body.to_warehouse)
        if find(db, Bin, body.from_bin).warehouse_code == body.to_warehouse:
            reject(422, "Inside one warehouse stock is moved, not transferred")
        transfer = Transfer(**body.model_dump(), status="requested", requested_by=ME)
        db.add(transfer)
        db.flush()
        return TransferRecord.model_validate(transfer)


@floor.post(
    "/transfers/{transfer_id}/complete",
    operation_id="complete_transfer",
    summary="Complete a transfer",
    response_model=TransferRecord,
)
def complete_transfer(transfer_id: int, body: TransferTarget) -> Any:
    """Moves the units into a bin of the receiving warehouse."""
    with open_session.begin() as db:
        transfer = open_transfer(db, transfer_id)
        if find(db, Bin, body.to_bin).warehouse_code != transfer.to_warehouse:
            reject(422, f"Bin {body.to_bin} is not in {transfer.to_warehouse}")
        take(db, transfer.from_bin, transfer.sku, transfer.quantity)
        put(db, body.to_bin, transfer.sku, transfer.quantity)
        transfer.to_bin, transfer.status = body.to_bin, "completed"
        reference = f"Transfer {transfer.id}"
        places = {"from_bin": transfer.from_bin, "to_bin": body.to_bin, "reference": reference}
        note_movement(db, "transfer", transfer.sku, transfer.quantity, **places)
        return TransferRecord.model_validate(transfer)


@floor.post(
    "/transfers/{transfer_id}/cancel",
    operation_id="cancel_transfer",
    summary="Cancel a transfer",
    response_model=TransferRecord,
)
def cancel_transfer(transfer_id: int) -> Any:
    """Cancels a transfer that was not completed."""
    with open_session.begin() as db:
        transfer = open_transfer(db, transfer_id)
        transfer.status = "cancelled"
        return TransferRecord.model_validate(transfer)


@floor.get("/counts", operation_id="list_counts", summary="Stock counts", response_model=list[CountRecord])
def list_counts(status: CountStatus | None = None) -> Any:
    """Stock counts with their lines."""
    query = select(StockCount).order_by(StockCount.id)
    if status:
        query = query.where(StockCount.status == status.value)
    with open_session() as db:
        return [CountRecord.model_validate(row) for row in db.scalars(query)]


@floor.post(
    "/counts",
    operation_id="open_count",
    summary="Open a stock count",
    response_model=CountRecord,
    status_code=201,
)
def open_stock_count(body: NewCount) -> Any:
    """Opens a count of a zone with a line for everything that should be there."""
    with open_session.begin() as db:
        find(db, Zone, (body.warehouse_code, body.zone_code))
        count = StockCount(**body.model_dump(), status="open", opened_by=ME)
        stock = select(Stock).join(Bin, Bin.code == Stock.bin_code)
        in_zone = (Bin.warehouse_code == body.warehouse_code, Bin.zone_code == body.zone_code)
        for row in db.scalars(stock.where(*in_zone).order_by(Stock.bin_code, Stock.sku)):
            count.lines.append(StockCountLine(bin_code=row.bin_code, sku=row.sku, expected=row.quantity))
        db.add(count)
        db.flush()
        return CountRecord.model_validate(count)


@floor.put(
    "/counts/{count_id}/lines",
    operation_id="record_count",
    summary="Record what was counted",
    response_model=CountRecord,
)
def record_count(count_id: int, body: CountEntry) -> Any:
    """Writes down the counted units of one product in one bin of an open count."""
    with open_session.begin() as db:
        count = open_count(db, count_id)
        find(db, StockCountLine, (count_id, body.bin_code, body.sku)).counted = body.counted
        db.flush()
        return CountRecord.model_validate(count)


@floor.post(
    "/counts/{count_id}/close",
    operation_id="close_count",
    summary="Close a stock count",
    response_model=CountRecord,
)
def close_count(count_id: int) -> Any:
    """Closes a count whose lines are all recorded and corrects the stock by the differences."""
    with open_session.begin() as db:
        count = open_count(db, count_id)
        for line in count.lines:
            if line.counted is None:
                raise HTTPException(409, f"{line.sku} in {line.bin_code} was not counted")
            delta = line.counted - line.expected
            if delta:
                apply_adjustment(
                    db,
                    NewAdjustment(
                        bin_code=line.bin_code,
                        sku=line.sku,
                        delta=delta,
                        reason=AdjustmentReason.COUNT,
                        note=count.name,
                    ),
                )
        count.status = "closed"
        return CountRecord.model_validate(count)


@floor.get(
    "/reservations",
    operation_id="list_reservations",
    summary="Reservations",
    response_model=list[ReservationRecord],
)
def list_reservations(
    order_reference: str | None = None, sku: str | None = None, status: ReservationStatus | None = None
) -> Any:
    """Stock that is held for sales orders."""
    query = select(Reservation).order_by(Reservation.id)
    if order_reference:
        query = query.where(Reservation.order_reference == order_reference)
    if sku:
        query = query.where(Reservation.sku == sku)
    if status:
        query = query.where(Reservation.status == status.value)
    with open_session() as db:
        return [ReservationRecord.model_validate(row) for row in db.scalars(query)]


@floor.post(
    "/reservations",
    operation_id="reserve_stock",
    summary="Reserve stock",
    response_model=ReservationRecord,
    status_code=201,
)
def reserve_stock(body: NewReservation) -> Any:
    """Holds available units of a warehouse for a sales order."""
    with open_session.begin() as db:
        find(db, Product, body.sku)
        find(db, Warehouse, body.warehouse_code)
        key = (body.sku, body.warehouse_code)
        available = sum(row.available for row in stock_levels(db) if (row.sku, row.warehouse_code) == key)
        if body.quantity > available:
            reject(409, f"{body.warehouse_code} has {available} units of {body.sku} available")
        same = select(Reservation).filter_by(**body.model_dump(exclude={"quantity"}))
        if db.scalar(same) is not None:
            reject(409, f"{body.order_reference} has a reservation of {body.sku} there already")
        reservation = Reservation(**body.model_dump(), status="active")
        db.add(reservation)
        db.flush()
        return ReservationRecord.model_validate(reservation)


@floor.post(
    "/reservations/{reservation_id}/release",
    operation_id="release_reservation",
    summary="Release a reservation",
    response_model=ReservationRecord,
)
def release_reservation(reservation_id: int) -> Any:
    """Makes held units available again."""
    with open_session.begin() as db:
        reservation = find(db, Reservation, reservation_id)
        if reservation.status != "active":
            reject(409, f"Reservation {reservation_id} is released already")
        reservation.status = "released"
        return ReservationRecord.model_validate(reservation)


app = FastAPI(title="Warehouse Inventory", version="1.0.0")
for router in (places, goods, buying, floor):
    app.include_router(router)


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.getenv("HOST", "127.0.0.1"), port=int(os.getenv("PORT", "8000")))
